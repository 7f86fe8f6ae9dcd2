// Shapes, strides and data types as PyTorch has them.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <initializer_list>

namespace segplan {

// Half is fp16 or bf16: both take two bytes and follow the same retention rules.
enum class DType : std::uint8_t { Float, Half, Int64, Bool };
constexpr std::int64_t bytesOf(DType t)
{
    return t == DType::Float ? 4 : t == DType::Half ? 2 : t == DType::Int64 ? 8 : 1;
}

// Up to six dimensions (Swin's window partition needs six).
struct Dims {
    std::array<std::int64_t, 6> v{};
    int n = 0;

    Dims() = default;
    Dims(std::initializer_list<std::int64_t> list)
    {
        assert(list.size() <= v.size());
        for (const std::int64_t d : list)
            v[static_cast<std::size_t>(n++)] = d;
    }
    std::int64_t operator[](int i) const { return v[static_cast<std::size_t>(i < 0 ? n + i : i)]; }
    std::int64_t &operator[](int i) { return v[static_cast<std::size_t>(i < 0 ? n + i : i)]; }
    void push(std::int64_t d)
    {
        assert(n < 6);
        v[static_cast<std::size_t>(n++)] = d;
    }
    // Number of elements; saturates at the 64-bit maximum instead of wrapping.
    std::int64_t count() const
    {
        std::int64_t c = 1;
        for (int i = 0; i < n; ++i) {
            if (__builtin_mul_overflow(c, v[static_cast<std::size_t>(i)], &c))
                return INT64_MAX;
        }
        return c;
    }
    friend bool operator==(const Dims &a, const Dims &b)
    {
        if (a.n != b.n)
            return false;
        for (int i = 0; i < a.n; ++i) {
            if (a[i] != b[i])
                return false;
        }
        return true;
    }
};

Dims contiguousStrides(const Dims &shape);
// NHWC strides of a 4-D shape.
Dims channelsLastStrides(const Dims &shape);

} // namespace segplan
