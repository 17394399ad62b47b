// Fills the PostgreSQL database of a sample school with a long history:
//   npx tsx scripts/fill-history.ts postgresql://…/copy [--students=500] [--payments=1000000] [--years=28]
// It is meant for a copy that is thrown away; a million payments take some minutes.
import { parseArgs } from 'node:util'
import pg from 'pg'
import { fillHistory } from './bench/history'

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    students: { type: 'string', default: '500' },
    payments: { type: 'string', default: '1000000' },
    years: { type: 'string', default: '28' },
  },
})
const client = new pg.Client(positionals[0])
await client.connect()
// Counted at once below, not payment by payment.
await client.query('ALTER TABLE payment_transactions DISABLE TRIGGER count_payment_transactions')
await fillHistory(client, {
  students: Number(given.students),
  payments: Number(given.payments),
  years: Number(given.years),
})
await client.query('ALTER TABLE payment_transactions ENABLE TRIGGER count_payment_transactions')
await client.query('UPDATE payment_transaction_count SET count = (SELECT count(*) FROM payment_transactions)')
await client.end()
