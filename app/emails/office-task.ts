import { button, compose, type EmailContent, type Letter, paragraph } from './layout'

interface OfficeTask extends Omit<Letter, 'readerName'> {
  title: string
  says: string[]
  action: string
  taskUrl: string
}

/** Tells the office what waits for it. */
export const officeTaskEmail = (task: OfficeTask): EmailContent =>
  compose({ ...task, readerName: null }, () => ({
    subject: task.title,
    heading: task.title,
    blocks: [...task.says.map(paragraph), button(task.action, task.taskUrl)],
  }))
