import { json } from '@remix-run/node'
import { prisma } from '~/platform/db.server'

/** 200 where the database answers, else 503. */
export async function loader() {
  const ok = await prisma.$queryRaw<unknown[]>`SELECT 1`.then(
    () => true,
    () => false,
  )
  return json({ ok }, { status: ok ? 200 : 503, headers: { 'Cache-Control': 'no-store' } })
}
