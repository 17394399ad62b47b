import { HorseName } from '~/components/rides/horse-name'
import { StateBadge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import type { RosterRider } from '~/models/schedule/week/roster.server'
import { officeLabel } from '~/models/vocabulary/attendance'
import type { Slot } from '~/models/vocabulary/slot'
import { paths } from '~/utils/paths'

type Listed = Pick<RosterRider, 'riderId' | 'name' | 'attendance'> & { horse: { name: string } | null }

export const RiderList = ({ slot, riders }: { slot: Slot; riders: Listed[] }) => (
  <ul className="mb-3">
    {riders.map((rider) => (
      <li key={rider.riderId} className="border-b border-line">
        <Link
          to={paths.lessonRider(slot, rider.riderId)}
          className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-2"
        >
          <span className="me-auto font-semibold">{rider.name}</span>
          <HorseName name={rider.horse?.name ?? null} className="text-muted">
            {rider.horse?.name ?? 'Not assigned'}
          </HorseName>
          <StateBadge state={rider.attendance}>{officeLabel(rider.attendance)}</StateBadge>
        </Link>
      </li>
    ))}
  </ul>
)
