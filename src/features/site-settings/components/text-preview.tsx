import { useState } from 'react';
import { OwnTextProse } from '#features/legal/parts/own-text-prose.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { openLinksBeside } from '#ui/open-links-beside.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { previewText, settingMessages } from '../contract.ts';

export type TextPreviewProps = { label: string; typed: () => string };

/** Shows a text of a legal page, as it is typed at this moment, as its readers will see it. */
export function TextPreview({ label, typed }: TextPreviewProps) {
  const [html, setHtml] = useState<string>();
  const { isBusy, run } = useToastedAction(settingMessages.previewFailed);

  async function show() {
    await run(async () => {
      setHtml((await callApi(previewText, { text: typed() })).html);
      return undefined;
    });
  }

  return (
    <>
      <Button size="small" busy={isBusy} aria-haspopup="dialog" onClick={() => void show()}>
        Preview<span className="visually-hidden"> of {label}</span>
      </Button>
      <Dialog
        open={html !== undefined}
        onOpenChange={(isOpen) => isOpen || setHtml(undefined)}
        title={`Preview of ${label}`}
        size="wide"
        initialFocus="title"
        actions={<Button onClick={() => setHtml(undefined)}>Back to writing</Button>}
      >
        <div ref={openLinksBeside}>
          <OwnTextProse html={html ?? ''} />
        </div>
      </Dialog>
    </>
  );
}
