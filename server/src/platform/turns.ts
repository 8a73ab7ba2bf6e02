/**
 * Lets those who want the same thing go one after the other in this process: a place to wait, which spares the
 * database a queue of transactions of which all but one come too late. What may happen is the database's to decide.
 */
export function createTurns() {
  const underWay = new Map<string, Promise<void>>()
  return {
    /** @returns the end of the turn that is under way, undefined where there is none */
    ofOther: (key: string): Promise<void> | undefined => underWay.get(key),

    /** Only where no turn is under way. @returns what ends it */
    begin(key: string): () => void {
      let end = () => {}
      underWay.set(
        key,
        new Promise((resolve) => {
          end = resolve
        }),
      )
      return () => {
        underWay.delete(key)
        end()
      }
    },
  }
}
export type Turns = ReturnType<typeof createTurns>
