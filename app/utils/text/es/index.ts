import { account } from './account'
import { common } from './common'
import { mail } from './mail'
import { money } from './money'
import { rides } from './rides'
import { scripts } from './scripts'

/** Every text of families in Spanish, by its English text. A text stands in one of the files, the first of these that uses it. */
export const es: Record<string, string> = { ...common, ...scripts, ...account, ...rides, ...money, ...mail }
