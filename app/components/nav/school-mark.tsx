import { useRoot } from '~/components/use-root'
import { logoOf } from '~/models/school/face/logo'
import { paths } from '~/utils/paths'
import { Mark } from './mark'

/** The school's own logo, on white, because it was drawn for paper; the product's mark without one. The school's name stands beside it. */
export function SchoolMark() {
  const name = useRoot()?.logo
  const logo = name ? logoOf(name) : null
  if (!name || !logo) return <Mark className="size-8 flex-none" />
  return (
    <img
      src={paths.logo(name)}
      width={logo.width}
      height={logo.height}
      alt=""
      className="logo h-9 w-auto max-w-20 flex-none sm:max-w-32"
    />
  )
}
