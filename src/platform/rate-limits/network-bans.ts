import '../server-only.ts';
import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';
import { BAN_SCOPES, type BanScope } from '#base/ban-scopes.ts';
import { type Failure, failure } from '#base/failure.ts';
import type { InvalidationReceiver } from '../database/cache-invalidation.ts';
import type { Log } from '../runtime/log.ts';
import { createReloadLater } from '../runtime/reload-later.ts';
import type { Operator } from '../settings/operator.ts';

export interface NetworkBan {
  /** In CIDR notation, of either family. */
  range: string;
  scope: BanScope;
  expires_at: Date;
}

/** The bans as one process has them in memory. */
export interface NetworkBans extends InvalidationReceiver {
  /** The refusal of an action from an address. */
  refuse(action: BanScope, address: string): Failure | undefined;
  /** Reads the bans again; the notification of a change does so by itself. */
  reload(): Promise<void>;
  stop(): void;
}

export const noBans: NetworkBans = {
  refuse: () => undefined,
  reload: async () => {},
  purge: () => {},
  clear: () => {},
  stop: () => {},
};

/** The name under which the database tells of a change. */
const CHANGE_TAG = 'network bans';
/** Node's timers take no longer time. */
const MAX_TIMER_MILLISECONDS = 24 * 60 * 60 * 1000;

interface Lists {
  lists: Record<BanScope, BlockList>;
  isEmpty: boolean;
}

export function createNetworkBans(options: {
  /** Reads the bans that have not ended. */
  load: () => Promise<NetworkBan[]>;
  operator: Pick<Operator, 'email'>;
  log: Pick<Log, 'warn'>;
}): NetworkBans {
  const { load, operator, log } = options;
  let current: Lists = { lists: listsOf([]), isEmpty: true };
  let timer: NodeJS.Timeout | undefined;
  let latest = 0;

  async function reload(): Promise<void> {
    latest += 1;
    const own = latest;
    const bans = await load();
    // An older answer must not replace a newer one.
    if (own !== latest) return;
    current = { lists: listsOf(bans), isEmpty: bans.length === 0 };
    clearTimeout(timer);
    const next = Math.min(...bans.map(({ expires_at }) => expires_at.getTime()));
    if (!Number.isFinite(next)) return;
    const milliseconds = Math.min(MAX_TIMER_MILLISECONDS, Math.max(1000, next - Date.now() + 100));
    timer = setTimeout(reloadLater, milliseconds).unref();
  }

  const reloadLater = createReloadLater(reload, (err) =>
    log.warn({ err }, 'the banned networks can’t be read right now'),
  );

  return {
    refuse(action, address) {
      if (current.isEmpty || !ipaddr.isValid(address)) return undefined;
      // An IPv4 address in IPv6 form counts as IPv4.
      const parsed = ipaddr.process(address);
      return current.lists[action].check(parsed.toString(), parsed.kind())
        ? failure('network-banned', sentenceFor(action, operator))
        : undefined;
    },
    reload,
    purge(tags) {
      if (tags.includes(CHANGE_TAG)) reloadLater();
    },
    clear: reloadLater,
    stop() {
      latest += 1;
      clearTimeout(timer);
      reloadLater.stop();
    },
  };
}

/** For each action the ranges that refuse it: those banned from it, and those banned from more. */
function listsOf(bans: readonly NetworkBan[]): Lists['lists'] {
  const lists = { 'sign-up': new BlockList(), writing: new BlockList(), everything: new BlockList() };
  for (const { range, scope } of bans) {
    const [address, bits] = ipaddr.parseCIDR(range);
    const included = BAN_SCOPES.slice(0, BAN_SCOPES.indexOf(scope) + 1);
    for (const action of included) lists[action].addSubnet(address.toString(), bits, address.kind());
  }
  return lists;
}

const refused: Record<BanScope, string> = {
  'sign-up': 'Nobody can register from your network at the moment.',
  writing: 'Your network can only read here at the moment.',
  everything: 'Your network can’t use this site at the moment.',
};

function sentenceFor(action: BanScope, { email }: Pick<Operator, 'email'>): string {
  const contact = email === undefined ? 'See our contact page' : `Write to ${email}`;
  return `${refused[action]} This is because of misuse by somebody there, and ends by itself. ${contact} if it hits you.`;
}
