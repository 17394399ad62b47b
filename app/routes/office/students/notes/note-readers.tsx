import { Csrf } from '~/components/form/csrf'
import { Button } from '~/components/ui/button'

/** Buttons that set who reads a note: both until it is set, then the other one. */
export function NoteReaders({ id, forBarn }: { id: number; forBarn: boolean | null }) {
  return (
    <form method="post" data-stay="" className="flex flex-wrap items-center gap-2">
      <Csrf />
      <input type="hidden" name="note" value={id} />
      {forBarn === null ? <span className="text-sm font-semibold text-warn">Who reads it?</span> : null}
      {forBarn === true ? null : (
        <Button name="readers" value="barn" variant={forBarn === null ? 'secondary' : 'quiet'} size="small">
          Show It to the Barn
        </Button>
      )}
      {forBarn === false ? null : (
        <Button name="readers" value="office" variant={forBarn === null ? 'secondary' : 'quiet'} size="small">
          Office Only
        </Button>
      )}
    </form>
  )
}
