import { useRoot } from '~/components/use-root'

/** The token that proves that a form is ours. Every form that posts contains it. */
export function Csrf() {
  return <input type="hidden" name="csrf" value={useRoot()?.csrf ?? ''} />
}
