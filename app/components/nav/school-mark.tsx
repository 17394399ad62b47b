import { classes } from '~/components/classes'
import { useRoot } from '~/components/use-root'
import { logoOf } from '~/models/school/face/logo'
import { paths } from '~/utils/paths'
import { Mark } from './mark'

/** The school's own logo, on white, because it was drawn for paper; the product's mark without one. The school's name stands beside it. */
export function SchoolMark({ mark, logo }: { mark: string; logo: string }) {
  const name = useRoot()?.logo
  const own = name ? logoOf(name) : null
  if (!name || !own) return <Mark className={classes('flex-none', mark)} />
  return (
    <img
      src={paths.logo(name)}
      width={own.width}
      height={own.height}
      alt=""
      className={classes('logo w-auto flex-none', logo)}
    />
  )
}
