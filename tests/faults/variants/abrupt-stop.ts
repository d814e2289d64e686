/** A site that stops abruptly on SIGTERM, without finishing requests. Used as a control. */
process.on('SIGTERM', () => process.exit(0));
