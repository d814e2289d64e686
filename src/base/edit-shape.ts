import { z } from 'zod';

/**
 * The fields of an edit, made from those of something new: a field with a default may be left out, and then stays as
 * it is.
 */
export function editShape<Shape extends z.ZodRawShape>(shape: Shape): EditShape<Shape> {
  return mapDefaults(shape, (field) => field.optional()) as EditShape<Shape>;
}

/** The same fields as an answer gives them: always there, and without a default. */
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
