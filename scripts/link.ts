// npm run link -- someone@example.org   prints a link that signs in, for whoever is kept out when no email arrives
import { printLink } from '../app/models/people/accounts/links/print-link.server'
import { runForAccount } from './account-command'

await runForAccount(printLink)
