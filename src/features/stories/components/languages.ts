import { languageName } from '#features/labels/rules/language-name.ts';

/** The languages that the form offers; a story may have any other by the API or an import. */
const OFFERED = [
  ...[
    'ar',
    'bg',
    'bn',
    'ca',
    'cs',
    'cy',
    'da',
    'de',
    'el',
    'en',
    'en-GB',
    'en-US',
    'eo',
    'es',
    'et',
    'eu',
    'fa',
  ],
  ...[
    'fi',
    'fr',
    'ga',
    'gd',
    'gl',
    'he',
    'hi',
    'hr',
    'hu',
    'id',
    'is',
    'it',
    'ja',
    'ko',
    'la',
    'lt',
    'lv',
    'ms',
  ],
  ...[
    'nb',
    'nl',
    'nn',
    'pl',
    'pt',
    'pt-BR',
    'ro',
    'ru',
    'sk',
    'sl',
    'sq',
    'sr',
    'sv',
    'sw',
    'ta',
    'th',
    'tl',
  ],
  ...['tr', 'uk', 'ur', 'vi', 'yi', 'zh-Hans', 'zh-Hant'],
];

/** The choices of a language field by name, with the present value among them. */
export function languageOptions(present: string): { value: string; label: string }[] {
  const tags = new Set([...OFFERED, present].filter((tag) => tag !== ''));
  return [...tags]
    .map((value) => ({ value, label: languageName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
}
