import { getEnv } from '~/platform/env.server'
import {
  createTextSandbox,
  SANDBOX_ACCOUNT,
  SANDBOX_FROM,
  SANDBOX_TOKEN,
  type TextSandbox,
} from '../../../sandbox/texts'
import type { TextProvider } from './text-provider.server'

export const textSandboxProvider = (sandbox: TextSandbox): TextProvider => ({
  accountSid: SANDBOX_ACCOUNT,
  authToken: SANDBOX_TOKEN,
  from: SANDBOX_FROM,
  ask: (request) => sandbox.handle(request),
  sandbox,
})

export const openTextSandbox = (): TextProvider =>
  textSandboxProvider(createTextSandbox({ webhookUrl: `${getEnv().appUrl}/webhooks/texts` }))
