// The reader goes through the text line by line and skips empty lines and comments. The first other line is the header: for
// each field of the following lines, it gives the column and the unit. Each following line is a body.
#include "bodies_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ingot/files/read_file.hpp>
#include <ingot/files/replace_file.hpp>
#include <ingot/sample/printable_text.hpp>
#include <new>
#include <numbers>
#include <optional>
#include <span>

namespace ingot::samples {

namespace {

struct unit {
    std::string_view name;
    double factor;  ///< this unit in units of the astronomical system
};

// The International Astronomical Union (IAU) defined the astronomical unit in 2012 and the parsec in 2015. The Sun's mass
// is the IAU's nominal GM of the Sun (2015) divided by CODATA's G (2018). The year is the Julian year.
constexpr double metres_of_au = 149'597'870'700.0;
constexpr double seconds_of_day = 86'400.0;
constexpr std::array<unit, 2> masses {{{"kg", 6.67430e-11 / 1.3271244e20}, {"msun", 1.0}}};
constexpr std::array<unit, 4> lengths {
    {{"m", 1.0 / metres_of_au}, {"km", 1000.0 / metres_of_au}, {"au", 1.0}, {"pc", 648'000.0 / std::numbers::pi}}};
constexpr std::array<unit, 3> times {{{"s", 1.0 / seconds_of_day}, {"d", 1.0}, {"yr", 365.25}}};

enum class quantity { name, mass, length, velocity };

struct column {
    std::string_view name;
    quantity kind;
    std::string_view example;
};
constexpr std::array<column, 8> columns {{{"name", quantity::name, "name"},
                                          {"mass", quantity::mass, "mass[msun]"},
                                          {"x", quantity::length, "x[au]"},
                                          {"y", quantity::length, "y[au]"},
                                          {"z", quantity::length, "z[au]"},
                                          {"vx", quantity::velocity, "vx[au/d]"},
                                          {"vy", quantity::velocity, "vy[au/d]"},
                                          {"vz", quantity::velocity, "vz[au/d]"}}};
constexpr std::string_view whole_header = "name,mass[msun],x[au],y[au],z[au],vx[au/d],vy[au/d],vz[au/d]";

// What a field of a line means, according to the header line.
struct field_meaning {
    size_t column = 0;    ///< index into `columns`
    double factor = 1.0;  ///< converts the number to the units of the result
};
struct header {
    std::vector<field_meaning> fields;
    unit_system units = unit_system::natural;
};

std::string_view trimmed(std::string_view text) {
    const size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string list_names(std::span<const unit> units) {
    std::string list;
    for (const unit& each : units) list += fmt::format("{}{}", list.empty() ? "" : ", ", each.name);
    return list;
}

class reader {
public:
    reader(std::string_view file_name, size_t largest_count, double largest_number)
        : name_(file_name), max_count_(largest_count), largest_(largest_number) {}

    bodies read(std::string_view text) {
        if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
        if (!is_text(text.substr(0, 4096)))
            fail(fmt::format("not a text file; a table of bodies is expected, with a first line like '{}'", whole_header));
        while (!text.empty()) {
            ++line_;
            const size_t end = text.find('\n');
            read_line(text.substr(0, end));
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        }
        if (!head_) fail(fmt::format("no header line; it should be like '{}'", whole_header));
        if (bodies_.count() == 0) fail("no bodies after the header line");
        return std::move(bodies_);
    }

private:
    [[noreturn]] void fail(const std::string& reason) const {
        throw bodies_file_error(fmt::format("{}:{}: {}", name_, std::max<size_t>(line_, 1), reason));
    }

    void read_line(std::string_view content) {
        if (content.ends_with('\r')) content.remove_suffix(1);
        content = trimmed(content);
        if (content.empty() || content.starts_with('#')) return;
        const std::vector<std::string> fields = split(content);
        if (!head_)
            head_ = read_header(fields);
        else
            read_body(fields);
    }

    // Splits a line into fields. A field in quotes may contain commas, and quotes written twice (RFC 4180).
    std::vector<std::string> split(std::string_view content) const {
        std::vector<std::string> fields;
        while (true) {
            content = trimmed(content);
            std::string field;
            if (content.starts_with('"')) {
                field = take_quoted(content);
            } else {
                const size_t end = std::min(content.find(','), content.size());
                field = trimmed(content.substr(0, end));
                content.remove_prefix(end);
            }
            fields.push_back(std::move(field));
            if (content.empty()) return fields;
            content.remove_prefix(1);  // the comma
        }
    }

    std::string take_quoted(std::string_view& content) const {
        std::string field;
        content.remove_prefix(1);
        while (true) {
            const size_t quote = content.find('"');
            if (quote == std::string_view::npos) fail("a quote is opened and not closed");
            field += content.substr(0, quote);
            content.remove_prefix(quote + 1);
            if (!content.starts_with('"')) break;
            field += '"';
            content.remove_prefix(1);
        }
        content = trimmed(content);
        if (!content.empty() && content.front() != ',')
            fail(fmt::format("'{}' after the closing quote; a comma should follow it", printable(content)));
        return field;
    }

    header read_header(const std::vector<std::string>& fields) const {
        header result;
        std::array<bool, columns.size()> has_column {};
        std::optional<bool> with_units;
        for (const std::string& field : fields) {
            const size_t bracket = field.find('[');
            const std::string_view title = trimmed(std::string_view(field).substr(0, bracket));
            const size_t index = column_of(title);
            if (has_column[index]) fail(fmt::format("the column '{}' occurs twice", title));
            has_column[index] = true;
            const quantity kind = columns[index].kind;
            if (kind == quantity::name) {
                if (bracket != std::string::npos) fail("the column 'name' has no unit");
                result.fields.push_back({index, 1.0});
                continue;
            }
            const bool has_unit = bracket != std::string::npos;
            if (with_units.value_or(has_unit) != has_unit)
                fail(
                    fmt::format("'{}' has {} unit, but the columns before it have {}; give units to all columns, as in '{}', "
                                "or to none (the gravitational constant is then 1)",
                                printable(field), has_unit ? "a" : "no", has_unit ? "none" : "units", whole_header));
            with_units = has_unit;
            result.fields.push_back({index, has_unit ? factor_of(kind, field, bracket) : 1.0});
        }
        for (size_t index = 0; index < columns.size(); ++index) {
            if (!has_column[index])
                fail(fmt::format("the header lacks the column '{}'; it should be like '{}'", columns[index].name, whole_header));
        }
        result.units = *with_units ? unit_system::astronomical : unit_system::natural;
        return result;
    }

    size_t column_of(std::string_view title) const {
        for (size_t index = 0; index < columns.size(); ++index) {
            if (columns[index].name == title) return index;
        }
        fail(fmt::format("unknown column '{}'; the header should be like '{}'", printable(title), whole_header));
    }

    double factor_of(quantity kind, std::string_view field, size_t bracket) const {
        if (!field.ends_with(']')) fail(fmt::format("'{}' should end with the unit's ']'", printable(field)));
        const std::string_view text = field.substr(bracket + 1, field.size() - bracket - 2);
        if (kind == quantity::mass) return factor_of(masses, "mass", text);
        if (kind == quantity::length) return factor_of(lengths, "length", text);
        const size_t slash = text.find('/');
        if (slash == std::string_view::npos)
            fail(fmt::format("'{}' is not a unit of velocity; give a length and a time, as 'km/s' or 'au/d'", printable(text)));
        return factor_of(lengths, "length", text.substr(0, slash)) / factor_of(times, "time", text.substr(slash + 1));
    }

    double factor_of(std::span<const unit> units, std::string_view description, std::string_view text) const {
        for (const unit& each : units) {
            if (each.name == trimmed(text)) return each.factor;
        }
        fail(fmt::format("'{}' is not a unit of {}; use one of {}", printable(text), description, list_names(units)));
    }

    bool is_header(const std::vector<std::string>& fields) const {
        if (fields.size() != head_->fields.size()) return false;
        for (size_t i = 0; i < fields.size(); ++i) {
            const std::string_view field = fields[i];
            if (trimmed(field.substr(0, field.find('['))) != columns[head_->fields[i].column].name) return false;
        }
        return true;
    }

    void read_body(const std::vector<std::string>& fields) {
        if (is_header(fields)) fail("the header line occurs twice");
        if (fields.size() < head_->fields.size()) {
            const column& missing = columns[head_->fields[fields.size()].column];
            fail(fmt::format("{} of {} values; '{}' is missing", fields.size(), head_->fields.size(), missing.name));
        }
        if (fields.size() > head_->fields.size())
            fail(fmt::format("'{}' after the last of {} values", printable(fields[head_->fields.size()]), head_->fields.size()));
        if (bodies_.count() == max_count_) fail(fmt::format("more than {} bodies", max_count_));

        std::array<double, columns.size()> values {};
        for (size_t i = 0; i < fields.size(); ++i) {
            const auto [index, factor] = head_->fields[i];
            if (columns[index].kind == quantity::name)
                bodies_.names.push_back(fields[i]);
            else
                values[index] = number(fields[i], columns[index].name, factor);
        }
        if (values[1] < 0.0) fail(fmt::format("the mass is negative: {}", values[1]));
        bodies_.units = head_->units;
        bodies_.add(values[1], {values[2], values[3], values[4]}, {values[5], values[6], values[7]},
                    origin::first_in_file + static_cast<uint32_t>(bodies_.count() % origin::file_colours));
    }

    double number(std::string_view text, std::string_view description, double factor) const {
        std::string_view digits = text;
        if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
        if (digits.empty()) fail(fmt::format("'{}' is empty; a number belongs there", description));
        double value = 0.0;
        const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (status == std::errc::result_out_of_range)
            fail(fmt::format("'{}' is {}, which is too large or too small for a number", description, printable(text)));
        if (status != std::errc {} || end != digits.data() + digits.size())
            fail(fmt::format("'{}' is '{}', which is not a number", description, printable(text)));
        if (!std::isfinite(value * factor)) fail(fmt::format("'{}' is '{}', which is not finite", description, printable(text)));
        if (std::abs(value * factor) > largest_)
            fail(fmt::format("'{}' is '{}', which is too large: the limit is {:.3g}{}", description, printable(text),
                             largest_ / factor,
                             largest_ < std::numeric_limits<float>::max() ? ", or higher with --precision double" : ""));
        return value * factor;
    }

    std::string name_;
    size_t max_count_;
    double largest_;
    size_t line_ = 0;
    std::optional<header> head_;
    bodies bodies_;
};

std::string as_field(std::string_view name) {
    std::string safe;
    for (const char letter : name) {
        if (letter == '"') safe += '"';
        safe += static_cast<unsigned char>(letter) < 0x20 ? ' ' : letter;
    }
    const bool plain = name.find_first_of(",\"#") == std::string_view::npos && trimmed(name) == name && !name.empty();
    return plain ? safe : '"' + safe + '"';
}

}  // namespace

bodies parse_bodies(std::string_view text, std::string_view name, size_t max_count, double largest) {
    return reader(name, max_count, largest).read(text);
}

bodies read_bodies(const std::filesystem::path& file, size_t max_count, double largest) {
    std::string text;
    try {
        text = files::read_text(file);
    } catch (const std::filesystem::filesystem_error& problem) {
        throw bodies_file_error(fmt::format("{}: cannot be read: {}", file.string(), problem.code().message()));
    } catch (const std::bad_alloc&) {
        throw bodies_file_error(fmt::format("{}: there is not enough memory for the file", file.string()));
    }
    return parse_bodies(text, file.string(), max_count, largest);
}

std::string format_bodies(const bodies& bodies) {
    std::string text(bodies.units == unit_system::natural ? "name,mass,x,y,z,vx,vy,vz" : whole_header);
    text += '\n';
    for (size_t i = 0; i < bodies.count(); ++i) {
        const double3& position = bodies.positions[i];
        const double3& velocity = bodies.velocities[i];
        const std::string name = i < bodies.names.size() ? as_field(bodies.names[i]) : fmt::format("{}", i + 1);
        // fmt writes the fewest digits that give the same number when they are read.
        fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{}\n", name, bodies.masses[i], position.x, position.y,
                       position.z, velocity.x, velocity.y, velocity.z);
    }
    return text;
}

void write_bodies(const std::filesystem::path& file, const bodies& bodies) try {
    const std::string text = format_bodies(bodies);
    files::replace_file(file, std::as_bytes(std::span(text)));
} catch (const std::filesystem::filesystem_error& problem) {
    throw bodies_file_error(
        fmt::format("{}: cannot be written: {}", file.string(), files::reason_not_written(file, problem.code())));
}

}  // namespace ingot::samples
