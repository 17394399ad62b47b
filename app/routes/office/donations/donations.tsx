import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { StackedBars } from '~/components/office/stacked-bars'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { Pages } from '~/components/ui/pages'
import { Stat } from '~/components/ui/stat'
import { donationMonths, donationTotals, listDonations } from '~/models/money/donations/donation.server'
import { listEvents } from '~/models/money/donations/event.server'
import { looseTickets } from '~/models/money/donations/ticket-match.server'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { dayInZone, formatDay, formatInstant, formatMonth } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { pageNumber } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { DonationTable } from './donation-table'
import { EventList } from './event-list'
import { LooseTicketList } from './loose-tickets'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Donations & Fundraising' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const [page, eventPage] = [pageNumber(query.get('page')), pageNumber(query.get('events'))]
  const zone = getEnv().schoolTimezone
  const [totals, months, { pages, donations }, events, tickets] = await Promise.all([
    donationTotals(today(), zone),
    donationMonths(today(), zone),
    listDonations(page),
    listEvents(eventPage),
    looseTickets(),
  ])
  const [last, lastEvents] = [Math.min(page, pages), Math.min(eventPage, events.pages)]
  if (last < page || lastEvents < eventPage) throw redirect(paths.donations({ page: last, events: lastEvents }))
  return {
    totals,
    months,
    tickets,
    page,
    pages,
    donations: donations.map((donation) => ({ ...donation, day: formatDay(dayInZone(zone, donation.donatedAt)) })),
    events: {
      page: eventPage,
      pages: events.pages,
      lines: events.events.map((event) => ({ ...event, at: event.eventDate && formatInstant(event.eventDate, zone) })),
    },
  }
}

/** Donations & Fundraising. */
export default function Donations() {
  const { totals, months, page, pages, donations, events, tickets } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Donations & Fundraising"
        actions={
          <>
            <ButtonLink to={paths.donationLink()} stay>
              Create Donation Link
            </ButtonLink>
            <ButtonLink to={paths.newEvent()} stay variant="secondary">
              Create Event
            </ButtonLink>
            <ButtonLink to={paths.donationsImport()} stay variant="secondary">
              Import CSV
            </ButtonLink>
            <ButtonLink to={paths.donationsExport()} variant="secondary">
              Export Report
            </ButtonLink>
          </>
        }
      />
      <div className="mb-4 grid grid-cols-[3fr_2fr] gap-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <Stat label="Total Donations" value={formatCents(totals.total)} lead />
        <Stat label="This Month" value={formatCents(totals.thisMonth)} />
        <Stat label="Recurring Donors" value={totals.recurringDonors} />
        <Stat label="Total Donors" value={totals.totalDonors} />
      </div>
      <div className="grid gap-4">
        {months.purposes.length ? (
          <Card title="Last 12 months">
            <StackedBars
              caption="Donations by month and purpose"
              series={months.purposes.map((name) => ({ name }))}
              bars={months.months.map(({ first, amounts }) => ({
                name: formatMonth(first),
                short: formatMonth(first).slice(0, 3),
                parts: amounts,
              }))}
            />
          </Card>
        ) : null}
        <Card title="Recent Donations">
          <DonationTable donations={donations} />
          <Pages
            label="donations"
            page={page}
            pages={pages}
            previous="Newer"
            next="Older"
            inPlace
            to={(page) => paths.donations({ page, events: events.page })}
          />
        </Card>
        <Card title="Events & Tickets">
          <EventList events={events.lines} />
          <Pages
            label="events"
            page={events.page}
            pages={events.pages}
            previous="Later"
            next="Earlier"
            inPlace
            to={(number) => paths.donations({ page, events: number })}
          />
          <LooseTicketList tickets={tickets} />
        </Card>
      </div>
      <Outlet />
    </>
  )
}
