import type { Connection } from '#platform/database/database.ts';

/** The mails to an address, sent or waiting, in the order of their causes. */
export function mailsInOutbox(db: Connection, address: string) {
  return db
    .selectFrom('outbox_mails')
    .selectAll()
    .where('address_key', '=', address.toLowerCase())
    .orderBy('id')
    .execute();
}
