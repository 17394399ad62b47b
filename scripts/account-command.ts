import { openBeside } from './backup/connect'

/**
 * Runs a command for the account named on the command line, and prints its message. It requires only the settings of
 * the database and of the address in links.
 */
export async function runForAccount(
  work: (url: string, email: string, appUrl: string) => Promise<string>,
): Promise<void> {
  try {
    const { APP_URL, DATABASE_URL, DATA_DIR } = process.env
    if (!DATABASE_URL && !DATA_DIR) throw new Error(NO_DATABASE)
    if (!APP_URL) throw new Error(NO_ADDRESS)
    const database = await openBeside()
    try {
      console.log(await work(database.url, process.argv[2] ?? '', APP_URL.replace(/\/+$/, '')))
    } finally {
      await database.close()
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

const HOW = 'With systemd, deploy/stirrup-run runs a command with the settings of the service.'
const NO_DATABASE = `DATABASE_URL is not set, nor DATA_DIR for the embedded database: whose account? ${HOW}`
const NO_ADDRESS = `APP_URL is not set: the address of the link. ${HOW}`
