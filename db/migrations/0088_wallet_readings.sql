-- When our wallet was really read, apart from when a process last wanted to read it: a gateway may not answer for hours.

ALTER TABLE network_health ADD COLUMN wallet_claimed_at timestamptz;
ALTER TABLE route_health ADD COLUMN wallet_claimed_at timestamptz;
