import { t } from '#text'
import type { Toast } from '~/utils/toast'
import { Csrf } from './form/csrf'
import { Form } from './form/form'

/** A page's notification. It disappears after five seconds and can be dismissed, also without scripts. */
export function ToastRegion({ toast }: { toast: Toast | null | undefined }) {
  return (
    <section className="toasts" aria-label={t('Notifications (F8)')} tabIndex={-1}>
      {toast ? <ToastCard toast={toast} /> : null}
    </section>
  )
}

/** The ID as a key renders a new card even if it replaces another one. */
function ToastCard({ toast: { id, type, title, description, undo } }: { toast: Toast }) {
  return (
    <div
      id={`toast-${id}`}
      className="toast"
      data-type={type}
      data-asks={undo?.asks && ''}
      role={type === 'error' ? 'alert' : 'status'}
    >
      <div className="min-w-0 flex-1 py-1">
        <p className="font-semibold">{t(title)}</p>
        {description ? <p>{t(description)}</p> : null}
        {undo ? (
          <Form method="post" action={undo.action} stay>
            <Csrf />
            {Object.entries(undo.fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <button type="submit" className="link min-h-11">
              {t(undo.label)}
            </button>
          </Form>
        ) : null}
      </div>
      <input type="checkbox" className="toast-close" aria-label={t('Dismiss')} />
    </div>
  )
}
