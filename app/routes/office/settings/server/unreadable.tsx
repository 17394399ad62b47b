/** A note above a form whose saved secret can't be decrypted. */
export const Unreadable = ({ when }: { when: boolean }) =>
  when ? (
    <p role="status" className="mb-4 max-w-xl rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
      What was saved here cannot be read: the server’s SESSION_SECRET is another one now. Please type it again.
    </p>
  ) : null
