<?php

declare(strict_types=1);

namespace Bundlewire;

use Bundlewire\Exception\UnreadableException;

/**
 * Reads the fields of a JSON object with their types.
 *
 * @internal
 */
final class Data
{
    public function __construct(public readonly \stdClass $raw)
    {
    }

    /** @throws UnreadableException when the text is not a JSON object */
    public static function parse(string $json): self
    {
        try {
            $raw = \json_decode($json, false, 64, \JSON_THROW_ON_ERROR);
        } catch (\JsonException $error) {
            throw new UnreadableException('it is not JSON: ' . $error->getMessage());
        }
        if (!$raw instanceof \stdClass) {
            throw new UnreadableException('it is not a JSON object');
        }
        return new self($raw);
    }

    public function has(string $field): bool
    {
        return isset($this->raw->{$field});
    }

    public function string(string $field): string
    {
        $value = $this->raw->{$field} ?? null;
        return \is_string($value) ? $value : throw $this->wrong($field, 'a string');
    }

    public function stringOrNull(string $field): ?string
    {
        return $this->has($field) ? $this->string($field) : null;
    }

    public function int(string $field): int
    {
        $value = $this->raw->{$field} ?? null;
        return \is_int($value) ? $value : throw $this->wrong($field, 'a whole number');
    }

    public function intOrNull(string $field): ?int
    {
        return $this->has($field) ? $this->int($field) : null;
    }

    public function number(string $field): int|float
    {
        $value = $this->raw->{$field} ?? null;
        return \is_int($value) || \is_float($value) ? $value : throw $this->wrong($field, 'a number');
    }

    public function bool(string $field): bool
    {
        $value = $this->raw->{$field} ?? null;
        return \is_bool($value) ? $value : throw $this->wrong($field, 'true or false');
    }

    public function time(string $field): \DateTimeImmutable
    {
        try {
            return new \DateTimeImmutable($this->string($field));
        } catch (UnreadableException $error) {
            throw $error;
        } catch (\Exception) {
            throw $this->wrong($field, 'a time');
        }
    }

    public function timeOrNull(string $field): ?\DateTimeImmutable
    {
        return $this->has($field) ? $this->time($field) : null;
    }

    public function object(string $field): self
    {
        $value = $this->raw->{$field} ?? null;
        return $value instanceof \stdClass ? new self($value) : throw $this->wrong($field, 'an object');
    }

    public function objectOrNull(string $field): ?self
    {
        return $this->has($field) ? $this->object($field) : null;
    }

    /**
     * @template T
     * @param callable(self): T $read
     * @return list<T>
     */
    public function objects(string $field, callable $read): array
    {
        $value = $this->raw->{$field} ?? null;
        if (!\is_array($value)) {
            throw $this->wrong($field, 'a list');
        }
        $objects = [];
        foreach ($value as $item) {
            $objects[] = $item instanceof \stdClass ? $read(new self($item)) : throw $this->wrong($field, 'a list of objects');
        }
        return $objects;
    }

    /** @return list<string> */
    public function texts(string $field): array
    {
        $value = $this->raw->{$field} ?? null;
        if (!\is_array($value)) {
            throw $this->wrong($field, 'a list');
        }
        return \array_map(
            fn (mixed $one): string => \is_string($one) ? $one : throw $this->wrong($field, 'a list of strings'),
            \array_values($value),
        );
    }

    /** @return list<int> */
    public function ints(string $field): array
    {
        $value = $this->raw->{$field} ?? null;
        if (!\is_array($value)) {
            throw $this->wrong($field, 'a list');
        }
        return \array_map(
            fn (mixed $one): int => \is_int($one) ? $one : throw $this->wrong($field, 'a list of whole numbers'),
            \array_values($value),
        );
    }

    /** @return list<\DateTimeImmutable> */
    public function times(string $field): array
    {
        return \array_map(
            static fn (string $text): \DateTimeImmutable => (new self((object) [$field => $text]))->time($field),
            $this->texts($field),
        );
    }

    /** @return array<string, string> */
    public function strings(string $field): array
    {
        $strings = [];
        foreach ((array) $this->object($field)->raw as $name => $value) {
            $strings[(string) $name] = \is_string($value) ? $value : throw $this->wrong($field, 'an object of strings');
        }
        return $strings;
    }

    private function wrong(string $field, string $type): UnreadableException
    {
        return new UnreadableException(\sprintf('its field "%s" is not %s', $field, $type));
    }
}
