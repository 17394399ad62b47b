import { t } from '#text'
/** Shows the errors of a form as a whole; renders nothing without errors. */
export function FormError({ errors, title, id }: { errors?: string[] | null; title?: string; id?: string }) {
  if (!errors?.length) return null
  return (
    <div id={id} role="alert" className="rounded border border-bad bg-bad-soft px-4 py-3 text-bad">
      {title ? <p className="font-semibold">{t(title)}</p> : null}
      {errors.map((error) => (
        <p key={error}>{t(error)}</p>
      ))}
    </div>
  )
}
