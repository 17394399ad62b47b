import { t } from '#text'
import { Badge, type Tone } from '~/components/ui/badge'
import type { MakeupState } from '~/models/vocabulary/makeup'

const TONES: Record<MakeupState, readonly [Tone, 'check' | 'undo' | 'clock' | 'off']> = {
  open: ['info', 'undo'],
  booked: ['info', 'clock'],
  used: ['good', 'check'],
  expired: ['neutral', 'off'],
  revoked: ['neutral', 'off'],
}

const WORDS: Record<MakeupState, () => string> = {
  open: () => t('Open'),
  booked: () => t('Booked'),
  used: () => t('Used'),
  expired: () => t('Expired'),
  revoked: () => t('Removed'),
}

/** The state of a makeup. */
export function MakeupBadge({ state }: { state: MakeupState }) {
  const [tone, shape] = TONES[state]
  return (
    <Badge tone={tone} shape={shape}>
      {WORDS[state]()}
    </Badge>
  )
}
