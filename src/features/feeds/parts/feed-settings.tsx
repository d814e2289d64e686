import { callApi } from '#ui/api-client.ts';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { type SecretAddress, SecretAddresses } from '#ui/secret-addresses.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import {
  type FeedAddress,
  feedMessages,
  getFeedToken,
  removeFeedToken,
  renewFeedToken,
} from '../contract.ts';

const namedAddresses = (address: FeedAddress): SecretAddress[] => [
  { url: address.url, name: 'Feed of what you follow', copyLabel: 'Copy feed' },
  { url: address.opds_url, name: 'Catalogue of your shelves', copyLabel: 'Copy catalogue' },
];

/** The secret addresses of one's feed and catalogue, kept by no browser. */
export function FeedSettings() {
  const loaded = useLoaded('feed addresses', async () => (await callApi(getFeedToken, {})).address);
  return (
    <LoadedPart loaded={loaded} label="Loading your addresses" lines={3} failed={feedMessages.loadFailed}>
      {(data) => (
        <SecretAddresses
          initial={data === null ? [] : namedAddresses(data)}
          create={async () => namedAddresses(await callApi(renewFeedToken, {}))}
          remove={() => callApi(removeFeedToken, {})}
          createLabel="Create addresses"
          removeLabel="Remove"
          renewQuestion={{
            title: 'Renew the addresses?',
            text: 'You get new ones, and the old ones stop working at once, in every program that has them.',
          }}
          removeQuestion={{
            title: 'Remove the addresses?',
            text: 'They stop working at once, in every program that has them.',
          }}
          messages={feedMessages}
        />
      )}
    </LoadedPart>
  );
}
