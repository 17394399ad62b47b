import { useRoot } from '~/components/use-root'
import { type HintFor, LEAST, passwordHint } from '~/models/vocabulary/password-hint'

/** What is asked of a new password. It stands under its field. */
export const PasswordHint = ({ whose }: { whose: HintFor }) => passwordHint(whose, useRoot()?.passwordLeast ?? LEAST)
