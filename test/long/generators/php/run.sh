find bundlewire/lib -name '*.php' -print0 | xargs -0 -n 40 -P 2 sh -c 'for file; do php -l "$file" >/dev/null || exit 255; done' sh
exec php program.php
