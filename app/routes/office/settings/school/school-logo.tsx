import { logoOf } from '~/models/school/face/logo'
import { paths } from '~/utils/paths'

/** The school's logo as the settings show it. */
export function SchoolLogo({ name }: { name: string }) {
  const { width, height } = logoOf(name) ?? {}
  return (
    <img
      src={paths.logo(name)}
      width={width}
      height={height}
      alt="The school’s logo"
      className="logo mb-4 h-auto max-h-40 w-auto max-w-full border border-line"
    />
  )
}
