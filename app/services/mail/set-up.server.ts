import { t } from '#text'
import { getSchool } from '~/models/school/current-school.server'
import { getEnv } from '~/platform/env.server'

/** Whether emails go out, or are shown as in the demo: otherwise no screen promises one. */
export const isMailSetUp = (): boolean => Boolean(getEnv().smtpUrl) || getEnv().mode !== 'production'

/** Returns whom a family can ask instead of waiting for an email, as the end of a sentence. */
export async function whomToAsk(): Promise<string> {
  const { phone } = await getSchool()
  return phone ? t('please call us at {phone}', { phone }) : t('please ask the office')
}
