import { bare, rowList } from '~/platform/row-lists.server'

/** How many families wait for an answer about a makeup, in one row. `today` is SQL. */
export const askedList = (today: string) =>
  rowList<{ count: number }>(
    { count: bare('count') },
    `(SELECT count(*) AS count FROM makeup_requests q JOIN makeups m ON m.id = q.makeup_id JOIN users u ON u.id = q.student_id
      WHERE q.closed_at IS NULL AND m.revoked_at IS NULL AND m.valid_to >= ${today} AND u.hidden_at IS NULL
        AND NOT EXISTS (SELECT FROM makeup_bookings b WHERE b.makeup_id = m.id)) x`,
  )
