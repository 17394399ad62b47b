/** Runs a step of a long test, which depends on the steps before it. A failure is reported under its name. */
export async function step(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`
    throw error
  }
}
