import { audit } from '~/platform/audit.server'
import { withTx } from '~/platform/tx.server'

/**
 * Lets an account try again at once: resets the counts of its sign-ins, links, codes and passwords, and the school's
 * text codes of today. Counts by source stay, because they are also those of others; they end within a quarter of an
 * hour.
 */
export const liftLimits = (actorId: string, { id, email }: { id: string; email: string }): Promise<void> =>
  withTx(async (tx) => {
    await tx.$executeRaw`
      DELETE FROM rate_limits
      WHERE split_part(key, ':', 1) IN ('sign-in', 'link') AND right(key, length(${email}) + 1) = ${`:${email}`}
        OR starts_with(key, ${`second-factor:${id}:`})
        OR key IN (${`password-change:${id}`}, ${`email-change:${id}`}, ${`address-link:${id}`})
        OR split_part(key, ':', 1) = 'text-code' AND split_part(key, ':', 2) IN ('', 'abroad', ${id})`
    await audit(tx, { actorId, action: 'account.lift-limits', entity: 'account', entityId: id })
  })
