const NAME = /^stirrup-\d{4}-\d\d-\d\d-\d{6}\.backup\.gz(\.age)?$/

/** Whether a file is one of our backups, of which the last by name is the newest. */
export const isBackupName = (name: string): boolean => NAME.test(name)
