/** 3 to 30 of ASCII letters, digits, _ and -: what can be said aloud and can't be mistaken for another. */
export function isUsername(text: string): boolean {
  return /^[A-Za-z0-9_-]{3,30}$/.test(text);
}

// Names that a reader could take for the house, and words that stand for nobody.
const reserved = new Set([
  ...[
    'about',
    'abuse',
    'account',
    'accounts',
    'admin',
    'administrator',
    'anonymous',
    'api',
    'author',
    'authors',
  ],
  ...[
    'billing',
    'bot',
    'contact',
    'copyright',
    'delete',
    'deleted',
    'dmca',
    'editor',
    'everyone',
    'faq',
    'feedback',
  ],
  ...[
    'guest',
    'guidelines',
    'help',
    'home',
    'host',
    'info',
    'legal',
    'login',
    'logout',
    'mail',
    'me',
    'mod',
    'mods',
  ],
  ...[
    'moderation',
    'moderator',
    'moderators',
    'newsletter',
    'night-stand',
    'nightstand',
    'nobody',
    'noreply',
  ],
  ...[
    'no-reply',
    'null',
    'official',
    'operator',
    'owner',
    'postmaster',
    'privacy',
    'profile',
    'register',
    'removed',
  ],
  ...[
    'root',
    'search',
    'security',
    'settings',
    'signup',
    'site',
    'staff',
    'stories',
    'story',
    'support',
    'suspended',
  ],
  ...[
    'sysadmin',
    'system',
    'tag',
    'tags',
    'team',
    'terms',
    'undefined',
    'unknown',
    'user',
    'users',
    'webmaster',
    'www',
  ],
]);

/** Whether a name is kept back; spelling it with other case, `_`, `-` or a digit for a letter does not help. */
export function isReservedUsername(username: string): boolean {
  const plain = username.toLowerCase();
  const letters = plain
    .replaceAll(/[_-]/g, '')
    .replaceAll('0', 'o')
    .replaceAll(/[1]/g, 'i')
    .replaceAll('3', 'e')
    .replaceAll('5', 's');
  return reserved.has(plain) || reserved.has(letters);
}
