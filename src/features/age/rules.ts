/** The page on which a reader proves their age; its other addresses are below it. */
export const AGE_PATH = '/age';

export const ageAddresses = {
  page: AGE_PATH,
  begin: `${AGE_PATH}/begin`,
  done: `${AGE_PATH}/done`,
  forget: `${AGE_PATH}/forget`,
  help: `${AGE_PATH}/help`,
  callback: `${AGE_PATH}/callback`,
  state: `${AGE_PATH}/state`,
  wait: `${AGE_PATH}/wait.js`,
  links: `${AGE_PATH}/links.js`,
  answer: `${AGE_PATH}/answer/:id`,
} as const;

export const ageMessages = {
  needed:
    'Where you are, the law asks for a proof of age before stories are shown. Open this address again in a browser to give it.',
} as const;
