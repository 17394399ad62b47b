import { Csrf } from '~/components/form/csrf'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { paths } from '~/utils/paths'

/** The button is handled by the status page's action. */
export const TestEmail = () => (
  <Card title="Email">
    <p className="mb-3 text-muted">See for yourself that an email from here arrives.</p>
    <form method="post" action={paths.status()}>
      <Csrf />
      <Button name="intent" value="test-email" variant="secondary">
        Send Me a Test Email
      </Button>
    </form>
  </Card>
)
