import { button, compose, type EmailContent, type Letter, paragraph } from './layout'

interface BackupWarning extends Omit<Letter, 'readerName'> {
  title: string
  says: string
  next: string
  statusUrl: string
}

/** Tells an administrator that the school may not be able to come back. */
export function backupWarningEmail(warning: BackupWarning): EmailContent {
  const heading = `Needs attention: ${warning.title}`
  return compose(
    { ...warning, readerName: null },
    {
      subject: heading,
      heading,
      blocks: [paragraph(warning.says), paragraph(warning.next), button('Look at the status', warning.statusUrl)],
    },
  )
}
