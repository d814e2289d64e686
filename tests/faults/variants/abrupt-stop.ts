/** A site that takes a polite request to stop for a reason to be gone at once. For a control. */
process.on('SIGTERM', () => process.exit(0));
