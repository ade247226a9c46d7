-- The very bytes that came, and the headers that the signature needs: a signature is of these and of nothing made of them.
ALTER TABLE gateway_callbacks ALTER COLUMN body TYPE bytea USING convert_to(body, 'UTF8');
ALTER TABLE gateway_callbacks ADD COLUMN headers json NOT NULL DEFAULT '{}';
-- Of body and headers: a genuine callback must not be taken for the forged one whose body it shares.
ALTER TABLE gateway_callbacks RENAME COLUMN body_hash TO content_hash;
