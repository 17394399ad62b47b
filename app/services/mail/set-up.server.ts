import { getSchool } from '~/models/school/current-school.server'
import { getEnv } from '~/platform/env.server'

/** Whether emails go out, or are shown as in the demo: otherwise none is promised to anybody. */
export const isMailSetUp = (): boolean => Boolean(getEnv().smtpUrl) || getEnv().mode !== 'production'

/** Whom a family asks for what an email would bring, as the end of a sentence. */
export async function whomToAsk(): Promise<string> {
  const { phone } = await getSchool()
  return phone ? `please call us at ${phone}` : 'please ask the office'
}
