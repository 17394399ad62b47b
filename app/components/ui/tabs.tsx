import { Link } from '~/components/ui/link'

/** The tabs of a screen as links, each with its own address. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string
  tabs: { id: string; name: string; to: string }[]
  current: string
}) {
  return (
    <nav aria-label={label} className="tabs">
      {tabs.map(({ id, name, to }) => (
        <Link key={id} to={to} stay aria-current={id === current ? 'page' : undefined} className="tab">
          {name}
        </Link>
      ))}
    </nav>
  )
}
