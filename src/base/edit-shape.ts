import { z } from 'zod';

/**
 * The fields of an edit, derived from the fields of a creation: a field with a default becomes optional, and a missing
 * one leaves the stored value unchanged.
 */
export function editShape<Shape extends z.ZodRawShape>(shape: Shape): EditShape<Shape> {
  return mapDefaults(shape, (field) => field.optional()) as EditShape<Shape>;
}

/** The same fields in an answer: always present, and without a default. */
export function answerShape<Shape extends z.ZodRawShape>(shape: Shape): AnswerShape<Shape> {
  return mapDefaults(shape, (field) => field) as AnswerShape<Shape>;
}

type EditShape<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodDefault<infer Field extends z.ZodType>
    ? z.ZodOptional<Field>
    : Shape[Name];
};

type AnswerShape<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodDefault<infer Field extends z.ZodType>
    ? Field
    : Shape[Name];
};

function mapDefaults(shape: z.ZodRawShape, change: (field: z.ZodType) => z.ZodType): z.ZodRawShape {
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name,
      field instanceof z.ZodDefault ? change(field.unwrap() as z.ZodType) : field,
    ]),
  );
}
