import { button, compose, type EmailContent, type Letter, paragraph } from './layout'

interface BackupWarning extends Omit<Letter, 'readerName'> {
  title: string
  says: string
  next: string
  statusUrl: string
}

/** Warns an administrator that the school's data might not be restorable. */
export function backupWarningEmail(warning: BackupWarning): EmailContent {
  const heading = `Needs attention: ${warning.title}`
  return compose({ ...warning, readerName: null }, () => ({
    subject: heading,
    heading,
    blocks: [paragraph(warning.says), paragraph(warning.next), button('Look at the status', warning.statusUrl)],
  }))
}
