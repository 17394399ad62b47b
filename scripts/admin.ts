// npm run admin -- someone@example.org   makes an account an administrator's, and prints a link to choose a password
import { makeFirstAdmin } from '../app/models/people/accounts/admins/first-admin.server'
import { runForAccount } from './account-command'

await runForAccount(makeFirstAdmin)
