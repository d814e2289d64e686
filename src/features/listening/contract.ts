/** Listening: chapters read aloud by the device. No call is needed, and no text leaves the device. */

export const listeningMessages = {
  unavailable: 'This browser can’t read aloud.',
  noVoice: 'This device has no voice for this language. Its settings may offer one to download.',
  onlyRemote:
    'This browser only has voices that would send the text to its maker, so they can’t be chosen. The settings of your device may offer one to download.',
  failed: 'The voice stopped. Press Play to go on.',
  warned: 'This chapter has content warnings. Read them above, then press Play.',
  nothing: 'There is nothing to read aloud here.',
};
