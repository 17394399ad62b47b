// npm run second-factor -- someone@example.org   takes the second step from an account whose phone and recovery codes are lost
import { resetAndTell } from '../app/services/mail/factor-reset.server'
import { runForAccount } from './account-command'

await runForAccount(resetAndTell)
