import { useRoot } from '~/components/use-root'
import { type HintFor, LEAST, passwordHint } from '~/models/vocabulary/password-hint'

/** The rules for a new password, below its field. */
export const PasswordHint = ({ whose }: { whose: HintFor }) => passwordHint(whose, useRoot()?.passwordLeast ?? LEAST)
