import { useRoot } from '~/components/use-root'

/** The token that shows a form to be ours. Every form that posts carries it. */
export function Csrf() {
  return <input type="hidden" name="csrf" value={useRoot()?.csrf ?? ''} />
}
