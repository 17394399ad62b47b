import { Checkbox } from '~/components/form/checkbox'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { paths } from '~/utils/paths'

interface View {
  at: string
  who: string
  kind: string
}

/** A family's personal data: to hand it over, to erase it, and who in the office looked at it. */
export function PersonalData({ id, views, erased }: { id: string; views: View[]; erased: boolean }) {
  return (
    <Card title="Personal data">
      {erased ? null : <Download id={id} />}
      <h3 className={erased ? 'mb-2' : 'mt-5 mb-2'}>Who viewed this</h3>
      {views.length ? (
        <ul className="text-sm">
          {views.map(({ at, who, kind }) => (
            <li key={`${at} ${who} ${kind}`} className="flex flex-wrap gap-x-3 border-t border-line py-2">
              <span className="me-auto">
                {who}, {kind}
              </span>
              <span className="num text-muted">{at}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">No one else yet.</p>
      )}
    </Card>
  )
}

const Download = ({ id }: { id: string }) => (
  <form method="get" action={paths.studentDownload(id)} className="grid gap-3">
    <p className="text-muted">
      Everything you keep about this family, in a file you can give them if they ask. They can download it on their
      profile, too.
    </p>
    <Checkbox name="notes" label="Include the office’s notes" />
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary">Download Data</Button>
      <ButtonLink to={paths.eraseStudent(id)} stay variant="danger-quiet">
        Erase Data
      </ButtonLink>
    </div>
  </form>
)
