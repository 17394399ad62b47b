import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { fileSchema } from '~/models/imports/import.schema'
import { paths } from '~/utils/paths'

/** The waivers on paper that a file names, and the button that records those of riders whom the school has. */
export function PaperWaivers({
  all,
  ready,
  waiver,
  version,
}: {
  all: number
  ready: number
  /** What is signed; null until the school publishes one. */
  waiver: { title: string; number: number } | null
  version: string
}) {
  const { field: _, ...answer } = useAnswer(fileSchema, { answer: null })
  const papers = ready === 1 ? '1 waiver' : `${ready} waivers`
  return (
    <Card title="Waivers signed on paper">
      <p className="max-w-prose">
        {all === 1 ? '1 rider has' : `${all} riders have`} a signed paper, as the file says.{' '}
        {waiver ? null : (
          <>
            Publish your waiver first, with the text of the paper:{' '}
            <Link to={paths.waiverSettings()} className="link">
              Waivers
            </Link>
            .
          </>
        )}
        {waiver && ready === 0 ? 'You can record them once the riders are moved in.' : null}
      </p>
      {waiver && ready > 0 ? (
        <>
          <p className="mb-3 mt-2 max-w-prose text-muted">
            Record them if the papers are {waiver.title}, version {waiver.number}, and you keep them: a paper is the
            signature. A recorded waiver stays, so riders who have one can’t be undone with this file anymore.
          </p>
          <PostForm answer={answer}>
            <input type="hidden" name="version" value={version} />
            <Button name="intent" value="waivers" variant="secondary" busy="Recording…">
              Record {papers}
            </Button>
          </PostForm>
        </>
      ) : null}
    </Card>
  )
}
