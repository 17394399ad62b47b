-- Until now a subscription could hold every add-on. It goes on so until the office says otherwise.
UPDATE add_ons SET is_recurring = true;
