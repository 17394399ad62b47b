-- AlterTable
ALTER TABLE "makeups" ADD COLUMN "unpaid_grant_id" INTEGER;

-- AddForeignKey
ALTER TABLE "makeups" ADD CONSTRAINT "makeups_unpaid_grant_id_fkey" FOREIGN KEY ("unpaid_grant_id") REFERENCES "package_purchases"("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

-- Rules that the schema language cannot say. Someone takes a makeup back, or the payment of its month does.
ALTER TABLE makeups DROP CONSTRAINT makeups_revoked;
ALTER TABLE makeups ADD CONSTRAINT makeups_revoked CHECK (
  (revoked_at IS NULL AND revoked_by IS NULL AND revoke_reason IS NULL AND unpaid_grant_id IS NULL)
  OR (revoked_at IS NOT NULL AND (revoked_by IS NULL) <> (unpaid_grant_id IS NULL) AND btrim(revoke_reason) <> '')) NOT VALID;

-- What went back, or did not, and the office has to see to.
ALTER TABLE payment_issues
  DROP CONSTRAINT payment_issues_kind_known,
  ADD CONSTRAINT payment_issues_kind_known CHECK (kind IN (
    'paid-twice', 'wrong-amount', 'wrong-currency', 'wrong-customer', 'unknown-order', 'unknown-subscription', 'doubled-item',
    'foreign-item', 'fee-differs', 'month-over', 'unclear-month', 'partly-disputed', 'fraud-warning', 'paused-collection',
    'refund-failed', 'fee-owed', 'makeup-unpaid', 'sponsorship-returned')) NOT VALID;
