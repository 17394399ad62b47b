import { MESSAGES } from './messages'
import { MONEY } from './money'
import { PEOPLE } from './people'
import { RIDING } from './riding'
import type { Subject } from './subject'

export const SUBJECTS: readonly Subject[] = [...PEOPLE, ...RIDING, ...MONEY, ...MESSAGES]
